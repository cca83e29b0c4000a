/** Groups items by key, in the order of first occurrence. */
export function groups<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const found = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group) group.push(item);
    else found.set(keyOf(item), [item]);
  }
  return [...found.values()];
}
