/** The author of a commit or tag, and the time. */
export interface Identity {
  name: string;
  email: string;
  /** Seconds since 1970. */
  time: number;
  /** Offset from UTC as `+hhmm` or `-hhmm`; `+0000` by default. */
  zone?: string;
}

/** Characters that git strips from both ends of a name or address. */
const edge = /^[\x00-\x20.,:;<>"\\']+|[\x00-\x20.,:;<>"\\']+$/g;

/**
 * Cleans a name or an address like git (`ident.c`): punctuation and spaces are stripped from the
 * ends, line breaks and angle brackets are removed everywhere, so that the text can never end the
 * line of a commit header.
 */
export function cleanIdentityText(text: string): string {
  return text.replace(edge, '').replace(/[\0\n\r<>]/g, '');
}

/**
 * The value of an author, committer or tagger header. A name without any letter left is replaced by
 * the local part of the address.
 */
export function formatIdentity(identity: Identity): string {
  const email = cleanIdentityText(identity.email);
  const name = cleanIdentityText(identity.name) || cleanIdentityText(email.split('@')[0] ?? '') || 'unknown';
  const seconds = Math.max(0, Math.floor(identity.time));
  if (!Number.isSafeInteger(seconds)) throw new TypeError('the time of an identity must be finite seconds');
  const zone = /^[+-]\d{4}$/.test(identity.zone ?? '') ? identity.zone : '+0000';
  return `${name} <${email}> ${seconds} ${zone}`;
}
