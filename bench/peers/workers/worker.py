"""The work of the bench through libtmux, cli-agent-orchestrator, or hcom's command line; see ../worker.ts."""

import json
import subprocess
import sys
import time

peer = sys.argv[1]


def say(**reply):
    print(json.dumps(reply), flush=True)


def libtmux_send(request):
    server = libtmux.Server()
    key = ("pane", request["pane"])
    if key not in known:
        known[key] = server.panes.get(pane_id=request["pane"])
    known[key].send_keys(request["text"], enter=True, literal=True)
    return True, ""


def libtmux_panes(request):
    session = None
    for name, panes in request["windows"].items():
        if session is None:
            server = libtmux.Server(socket_name=request["socket"])
            session = server.new_session(
                session_name="mas", window_name=name, attach=False, x=200, y=50, window_command="/bin/sh -i"
            )
            window = session.active_window
        else:
            window = session.new_window(window_name=name, window_shell="/bin/sh -i")
        for _ in range(panes - 1):
            window.split(shell="/bin/sh -i")
        if panes > 1:
            window.select_layout("tiled")
    return True, ""


def cao_send(request):
    """The gate and the typing of its inbox service, with its provider for Claude Code, without its server."""
    session, window = request["session"], request["window"]
    provider = ClaudeCodeProvider("00000000", session, window, "bench")
    screen = subprocess.run(
        ["tmux", "capture-pane", "-p", "-t", f"{session}:{window}"], capture_output=True, text=True, check=True
    ).stdout
    status = provider.get_status_from_screen(screen.split("\n"))
    if status not in (TerminalStatus.IDLE, TerminalStatus.COMPLETED):
        return False, status.value
    client.send_keys(
        session,
        window,
        request["text"],
        enter_count=provider.paste_enter_count,
        force_bracketed_paste=True,
        submit_delay=provider.paste_submit_delay,
    )
    return True, ""


def cao_put(request):
    for body in request["bodies"]:
        timed(body, lambda: create_inbox_message(request["from"], READER, body))
    return True, ""


def hcom(*args):
    done = subprocess.run(["hcom", *args], capture_output=True, text=True, timeout=20)
    return done.returncode == 0, done.stderr.strip()


def hcom_send(request):
    return hcom("send", "--from", "bench", f"@{request['window']}", "--", request["text"])


def hcom_put(request):
    for body in request["bodies"]:
        timed(body, lambda: hcom("send", "--from", request["from"], "--quiet", "--", body))
    return True, ""


def timed(body, work):
    before = time.perf_counter()
    done = work()
    if isinstance(done, tuple) and not done[0]:
        raise RuntimeError(done[1])
    say(ack=body[:40], ms=(time.perf_counter() - before) * 1000)


known = {}
READER = "0a0a0a0a"
if peer == "libtmux":
    import libtmux

    jobs = {"send": libtmux_send, "panes": libtmux_panes}
elif peer == "cao":
    from cli_agent_orchestrator.clients.database import create_inbox_message, create_terminal, init_db
    from cli_agent_orchestrator.clients.tmux import TmuxClient
    from cli_agent_orchestrator.models.terminal import TerminalStatus
    from cli_agent_orchestrator.providers.claude_code import ClaudeCodeProvider

    client = TmuxClient()
    init_db()
    try:
        create_terminal(READER, "bench", "reader", "claude_code")
    except Exception:
        pass  # Another worker was first.
    jobs = {"send": cao_send, "put": cao_put}
else:
    jobs = {"send": hcom_send, "put": hcom_put}

say(ok=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        ok, why = jobs[request["job"]](request)
    except Exception as error:
        ok, why = False, f"{type(error).__name__}: {error}"
    say(ok=ok, why=why)
