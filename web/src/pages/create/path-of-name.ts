/** Returns the path that is proposed for a name: letters and digits with dashes between words. */
export function pathOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.(?:git|atom)$/, '');
}
