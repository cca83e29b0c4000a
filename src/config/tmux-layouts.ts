/** Layouts of tmux 3.0 and later. tmux 3.3a crashes with all sessions when it gets an unknown name. */
export const tmuxLayouts = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"] as const;
export type TmuxLayout = (typeof tmuxLayouts)[number];
