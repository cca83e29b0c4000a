/** Like `Promise.all`, but waits for every promise to settle before rejecting. */
export async function together<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
