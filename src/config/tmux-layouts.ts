/** The layouts that every tmux since 3.0 knows: tmux 3.3a ends with all its sessions when it is given another name. */
export const tmuxLayouts = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"] as const;
export type TmuxLayout = (typeof tmuxLayouts)[number];
