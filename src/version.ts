declare const __OVLD_VERSION__: string | undefined;

/** The package's version, inlined by the build. */
export const version: string = typeof __OVLD_VERSION__ === "string" ? __OVLD_VERSION__ : "0.0.0-source";
