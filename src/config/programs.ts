import { findProgram } from "#base/find-program.ts";

/** A foreign program, its minimum version, and its package names. */
export interface Program {
  command: string;
  needed: string | undefined;
  versionFlag: string;
  packages: Partial<Record<PackageManager, string>>;
  page: string;
}

type PackageManager = keyof typeof installCommand;

const installCommand = {
  brew: "brew install",
  "apt-get": "sudo apt-get install",
  dnf: "sudo dnf install",
  pacman: "sudo pacman -S",
  apk: "sudo apk add",
  npm: "npm install -g",
  cargo: "cargo install --locked",
} as const;

export const NODE_NEEDED = "20.19.0";

/**
 * Minimum versions: zellij 0.44 types into a pane by its id; tmux 3.0 has pane options; Claude Code 2.1.139 starts
 * hooks without a shell; pi 0.74 has the extension API that ovld uses.
 */
export const programs = {
  zellij: {
    command: "zellij",
    needed: "0.44.0",
    versionFlag: "--version",
    packages: { brew: "zellij", pacman: "zellij", apk: "zellij", cargo: "zellij" },
    page: "https://zellij.dev/documentation/installation",
  },
  tmux: {
    command: "tmux",
    needed: "3.0",
    versionFlag: "-V",
    packages: { brew: "tmux", "apt-get": "tmux", dnf: "tmux", pacman: "tmux", apk: "tmux" },
    page: "https://github.com/tmux/tmux/wiki/Installing",
  },
  claude: {
    command: "claude",
    needed: "2.1.139",
    versionFlag: "--version",
    packages: { npm: "@anthropic-ai/claude-code" },
    page: "https://code.claude.com/docs",
  },
  pi: {
    command: "pi",
    needed: "0.74.0",
    versionFlag: "--version",
    packages: { npm: "@earendil-works/pi-coding-agent" },
    page: "https://github.com/earendil-works/pi-mono",
  },
  git: {
    command: "git",
    needed: undefined,
    versionFlag: "--version",
    packages: { brew: "git", "apt-get": "git", dnf: "git", pacman: "git", apk: "git" },
    page: "https://git-scm.com/downloads",
  },
  bubblewrap: {
    command: "bwrap",
    needed: undefined,
    versionFlag: "--version",
    packages: { "apt-get": "bubblewrap", dnf: "bubblewrap", pacman: "bubblewrap", apk: "bubblewrap" },
    page: "https://github.com/containers/bubblewrap",
  },
} as const satisfies Record<string, Program>;

/** Install command for a package manager of this machine, else the program's installation page. */
export function installHint(program: Program, searchPath: string | undefined): string {
  for (const [manager, command] of Object.entries(installCommand)) {
    const name = program.packages[manager as PackageManager];
    if (name && findProgram(manager, searchPath)) return `${command} ${name}`;
  }
  return program.page;
}
