/** URLs of the configured avatar service. */
import { createHash } from 'node:crypto';

/**
 * Builds the URL for an email from a template with the placeholders `%{hash}` and `%{size}`; null
 * without a template.
 */
export function serviceUrlOf(template: string, email: string, size: number): string | null {
  if (template === '') return null;
  const hash = createHash('md5').update(email).digest('hex');
  return template.replaceAll('%{hash}', hash).replaceAll('%{size}', String(size));
}
