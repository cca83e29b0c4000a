import { setFlagsFromString } from "node:v8";

/**
 * For processes that live long or read much. By default V8 lets a heap grow far beyond its live data. With 10,000
 * unread messages a relay took 146 MB, with these settings 88 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--semi-space-growth-factor=1");
}
