import process from "node:process";

/**
 * Replaces the MCP SDK's own shims in the bundle, which contain a whole JSON Schema compiler. The SDK uses it only to
 * validate forms, and the relay never shows a form.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("the relay never shows a form");
  }
}

export { process };
