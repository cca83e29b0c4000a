import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { commandLine, type TmuxCommand } from "./command.ts";
import { TIME_LIMIT, type Tmux } from "./run.ts";

export interface ControlHandlers {
  /** A notification that is not part of an answer: `%output`, `%window-add`, … and the rest of the line. */
  notify(name: string, rest: Buffer): void;
  /** Called once, when the client has exited; with an error after an abnormal exit. */
  end(error?: OvldError): void;
}

export interface ControlClient {
  /** A command's answer over the open connection; throws `program-timeout`. */
  ask(command: TmuxCommand): Promise<string>;
  close(): void;
}

/** A tmux client in control mode: commands go in, answers and notifications come out, as lines. */
export function openControl(tmux: Tmux, attach: TmuxCommand, { notify, end }: ControlHandlers): ControlClient {
  const child = tmux.control([attach]);
  const queue = commandQueue(tmux.program, (line) => child.stdin?.write(line));
  const onClose = () => {
    if (queue.hasEnded()) return;
    end(queue.end());
  };
  const receive = (name: string, rest: Buffer) => {
    queue.receive(name, rest);
    notify(name, rest);
  };
  child.stdout?.on("data", lines(reader(queue.settle, receive)));
  child.stderr?.resume();
  child.stdin?.on("error", () => {});
  child.on("error", (cause) => {
    queue.fail(new OvldError("program-unstartable", { program: tmux.program, reason: reasonOf(cause), cause }));
    if (child.pid === undefined) onClose();
  });
  child.on("close", onClose);
  return {
    ask: (command) => inTime(tmux.program, command, queue.ask(command)),
    close() {
      // tmux exits at the end of its input, unless its server hangs.
      child.stdin?.end();
      setTimeout(() => child.kill("SIGKILL"), LEAVE_LIMIT).unref();
    },
  };
}

const LEAVE_LIMIT = 2000;

interface PendingCommand {
  resolve(answer: string): void;
  reject(error: OvldError): void;
}

interface Answer {
  /** Whether the block answers a command from stdin. */
  isOurs: boolean;
  isGood: boolean;
  text: string;
}

/** Matches answers to commands in order until the client has exited. */
function commandQueue(program: string, write: (line: string) => void) {
  const pending: PendingCommand[] = [];
  let ended = false;
  let problem: OvldError | undefined;
  /** Commands issued before the client has a session: `refresh-client` would fail without one. */
  let early: string[] | undefined = [];
  const whyEnded = () => problem ?? new OvldError("cancelled", {});
  return {
    ask: (command: TmuxCommand) =>
      new Promise<string>((resolve, reject) => {
        if (ended) return reject(whyEnded());
        pending.push({ resolve, reject });
        const line = `${commandLine([command])}\n`;
        if (early) early.push(line);
        else write(line);
      }),
    settle({ isOurs, isGood, text }: Answer) {
      // An answer that is not ours belongs to the `attach` of the command line.
      if (!isOurs) {
        if (!isGood) problem ??= failure(program, text);
        return;
      }
      const next = pending.shift();
      if (isGood) next?.resolve(text);
      else next?.reject(failure(program, text));
    },
    receive(name: string, rest: Buffer) {
      if (name === "%exit" && /unexpectedly|lost/.test(rest.toString()))
        problem = new OvldError("server-gone", { program });
      if (name !== "%session-changed") return;
      for (const line of early ?? []) write(line);
      early = undefined;
    },
    fail(error: OvldError) {
      problem = error;
    },
    hasEnded: () => ended,
    /** Rejects the unanswered commands; returns the problem after an abnormal exit. */
    end(): OvldError | undefined {
      ended = true;
      for (const { reject } of pending.splice(0)) reject(whyEnded());
      return problem;
    },
  };
}

/** Separates answers, which span several lines, from notifications. */
function reader(
  settle: (answer: Answer) => void,
  receive: (name: string, rest: Buffer) => void,
): (line: Buffer) => void {
  let answer: { number: string; lines: string[] } | undefined;
  return (line) => {
    const name = /^%[a-z-]*/.exec(line.toString("latin1"))?.[0] ?? "";
    const rest = line.subarray(name.length + 1);
    if (answer === undefined && name === "%begin") answer = { number: rest.toString(), lines: [] };
    else if (answer === undefined) receive(name, rest);
    // A pane's content may contain such a line; only the end of this answer has its number.
    else if ((name === "%end" || name === "%error") && rest.toString() === answer.number) {
      const { number, lines } = answer;
      answer = undefined;
      settle({ isOurs: number.endsWith(" 1"), isGood: name === "%end", text: lines.join("\n") });
    } else answer.lines.push(line.toString("utf8"));
  };
}

/** Rejects at the deadline, but keeps the queue entry: a late answer must not be taken for the next command's. */
function inTime(program: string, args: TmuxCommand, answer: Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OvldError("program-timeout", { program, args, ms: TIME_LIMIT, stderr: "" }));
    const timer = setTimeout(late, TIME_LIMIT);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function failure(program: string, stderr: string): OvldError {
  return new OvldError("program-failed", { program, args: ["-C"], exitCode: 1, signal: null, stderr });
}

/** Emits whole lines from chunks of any size. */
function lines(take: (line: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      take(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
  };
}
