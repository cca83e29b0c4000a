import { type ApiDocument, operationsIn } from "#api/document.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema?: Schema }>;

/** The source of `generated.ts`. */
export function clientSource(document: ApiDocument): string {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
  const operations = operationsIn(document);
  return [
    "// Generated from the OpenAPI document. To update: `npx vitest run test/support/api-client -u`.",
    "",
    "export interface Schemas {",
    ...schemas.map(([name, schema]) => `  ${name}: ${typeOf(schema, "  ")};`),
    "}",
    "",
    "/** The input and the answer of each operation. */",
    "export interface Operations {",
    ...operations.map(({ operation }) => {
      const { operationId, parameters = [], requestBody, responses = {} } = operation;
      const given = parameters as Parameter[];
      const parts = [
        parametersOf("path", given),
        parametersOf("query", given),
        bodyOf(requestBody as { content?: Content } | undefined),
        `answer: ${answerOf(responses as Record<string, { content?: Content }>)}`,
      ];
      return `  ${operationId}: { ${parts.filter(Boolean).join("; ")} };`;
    }),
    "}",
    "",
    "export const routes = {",
    ...operations.map(
      ({ method, path, operation }) =>
        `  ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}" },`,
    ),
    "} as const satisfies Record<keyof Operations, { method: string; path: string }>;",
    "",
  ].join("\n");
}

function parametersOf(location: string, parameters: readonly Parameter[]): string {
  const own = parameters.filter((one) => one.in === location);
  if (own.length === 0) return "";
  const fields = own.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema, "")}`);
  return `${location}${own.some(({ required }) => required) ? "" : "?"}: { ${fields.join("; ")} }`;
}

function bodyOf(body: { content?: Content } | undefined): string {
  const schema = body?.content?.["application/json"]?.schema;
  return schema ? `body: ${typeOf(schema, "")}` : "";
}

function answerOf(responses: Record<string, { content?: Content }>): string {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const content = good?.content;
  if (!content) return "undefined";
  return content["application/json"]?.schema ? typeOf(content["application/json"].schema, "") : "string";
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return `Schemas["${schema.$ref.split("/").at(-1)}"]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((one) => typeOf(one, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(" & ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `(${typeOf(schema.items ?? {}, indent)})[]`;
    case "object":
      return objectType(schema, indent);
    default:
      return "unknown";
  }
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};`,
  );
  return fields.length > 0 ? `{\n${fields.join("\n")}\n${indent}}` : "Record<string, unknown>";
}
