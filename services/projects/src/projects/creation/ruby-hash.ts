/**
 * Formats errors by field as the API embeds them in a string: `{:path=>["has already been
 * taken"]}`.
 */
export function rubyHash(errors: Record<string, readonly string[]>): string {
  const entries = Object.entries(errors).map(
    ([field, texts]) => `:${field}=>[${texts.map((text) => JSON.stringify(text)).join(', ')}]`,
  );
  return `{${entries.join(', ')}}`;
}
