import process from "node:process";

/**
 * The build puts this in the place of the SDK's own shims, which bring a whole JSON Schema compiler. The SDK asks for
 * one only to check what a human typed into a form, and the relay never shows a form.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("the relay asks nobody for input");
  }
}

export { process };
