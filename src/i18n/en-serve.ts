/** Help of `ovld serve`. */
export const enServe = {
  summary: "serve the armies of this machine over HTTP: watch, send, summon, unsummon",
  about: "Listens on 127.0.0.1 by default and requires a token. Runs until Ctrl-C; armies keep running.",
  flags: {
    port: "port to listen on; 0 selects a free one",
    listen: "address to listen on, instead of 127.0.0.1",
    insecure: "allow an address that other machines can reach without TLS",
    "tls-cert": "certificate (PEM)",
    "tls-key": "private key of the certificate (PEM)",
    json: "print JSON",
  },
};
