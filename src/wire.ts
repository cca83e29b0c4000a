import type { RelayStore } from "#store/relay-store.ts";

/** The composition root: the only file that names adapters, each loaded when first asked for. */
export async function openRelayStore(folder: string): Promise<RelayStore> {
  const { fileRelayStore } = await import("#store/files/relay-store.ts");
  return fileRelayStore(folder);
}
