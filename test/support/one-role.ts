/** A formation with one role, as TOML. */
export const oneRole = (id: string): string => `title = { en = "One", ja = "一人" }
[[roles]]
id = "${id}"
name = { en = "Name", ja = "名前" }
icon = "*"
rank = 1
layer = "command"
[[tabs]]
name = "only"
panes = [{ role = "${id}" }]
`;
