import { createHash } from 'node:crypto';

/** Maximum length that fits into DNS labels and orchestrator names together with their prefixes. */
const MAX_LENGTH = 24;
const SUFFIX_LENGTH = 6;

/**
 * The slug of an environment's name. A name that is not a slug by itself gets a suffix computed
 * from the name, so that similar names have different slugs.
 */
export function environmentSlug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const slug = (/^[a-z]/.test(plain) ? plain : `env-${plain}`).replace(/-+/g, '-');
  if (slug.length <= MAX_LENGTH && slug === name) return slug.replace(/-$/, '');
  const short = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1);
  return `${short}${short.endsWith('-') ? '' : '-'}${suffixOf(name)}`;
}

function suffixOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(-SUFFIX_LENGTH);
}
