import { relayStoreContract } from "#store/relay-store.contract.ts";
import { fileFixture } from "./file-fixture.contract.ts";

relayStoreContract(() => fileFixture());
