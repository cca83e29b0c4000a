/** What `ovld serve --help` says. */
export const enServe = {
  summary: "offer the armies on this machine over HTTP: look, write, summon, dismiss",
  about: "On this machine only, with a token of your own, unless told otherwise. Runs until Ctrl-C; armies go on.",
  flags: {
    port: "the port; 0 takes any that is free",
    listen: "the address, instead of 127.0.0.1",
    insecure: "allow an address that other machines can reach without TLS",
    "tls-cert": "certificate (PEM)",
    "tls-key": "its private key (PEM)",
    json: "print JSON",
  },
};
