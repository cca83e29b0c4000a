/** Number of examples or messages in a test: a tenth in `npm run unit`, which sets QUICK. */
export function amount(whole: number): number {
  return process.env.QUICK === "1" ? Math.ceil(whole / 10) : whole;
}
