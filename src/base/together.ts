/** Waits for all of them, also when one fails, so that nothing goes on behind the back of whoever handles the first failure. */
export async function together<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
