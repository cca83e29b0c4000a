import { createRoute } from "@hono/zod-openapi";
import { deleteCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { type Api, type ApiParts, BASE, LOGIN } from "#api/environment.ts";
import { named } from "#api/schemas/named.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { json, problems } from "./responses.ts";

const loginLink = named("LoginLink", z.object({ url: z.url(), expires: z.iso.datetime() }));

/** Browsers log in by a link that works once, and get a cookie that no script can read. */
export function addLogin(app: Api, { logins, cookie, address, log }: ApiParts): void {
  app.get(LOGIN, (c) => {
    const value = logins.redeem(c.req.query("code") ?? "");
    if (value === undefined) throw new OvldError("login-spent", {});
    setCookie(c, cookie, value, { httpOnly: true, sameSite: "Strict", path: "/", secure: address.scheme === "https" });
    return c.redirect(`${BASE}/docs`, 303);
  });

  const create = createRoute({
    method: "post",
    path: `${BASE}/logins`,
    operationId: "createLogin",
    summary: "Make a login link for a browser; it works once, for ten minutes",
    tags: ["server"],
    description: "Needs the token: with a cookie alone, a browser could extend its login without end.",
    responses: { 201: json("The link", loginLink), ...problems() },
  });
  app.openapi(create, (c) => {
    if (c.get("isByCookie")) throw new OvldError("token-needed", {});
    const { code, expires } = logins.offer();
    const url = `${address.scheme}://${c.req.header("host")}${LOGIN}?code=${code}`;
    return c.json({ url, expires: new Date(expires).toISOString() }, 201);
  });

  const end = createRoute({
    method: "delete",
    path: `${BASE}/logins`,
    operationId: "deleteLogins",
    summary: "Log out all browsers: cookies and login links end, and the streams and terminals that a cookie opened",
    tags: ["server"],
    responses: { 204: { description: "No browser is logged in" }, ...problems() },
  });
  app.openapi(end, (c) => {
    logins.end();
    deleteCookie(c, cookie, { path: "/", secure: address.scheme === "https" });
    log.write("info", "logged-out");
    return c.body(null, 204);
  });
}
