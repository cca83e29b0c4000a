import { relayStoreContract } from "#store/relay-store.contract.ts";
import { fileWorld } from "./file-world.contract.ts";

relayStoreContract(() => fileWorld());
