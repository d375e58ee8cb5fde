/** Asks an external authorization service whether a user may access projects with a label. */
import { egressFetch, type ClientCertificate, type EgressPolicy } from '@forgemesh/http';

/** The reason in a response is a sentence. */
const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_REASON_LENGTH = 255;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** How the service is called. */
export interface AuthorizationService {
  url: string;
  timeoutMs: number;
  certificate: ClientCertificate | undefined;
  policy: EgressPolicy;
}

/** The question, in the fields of the documented request. */
export interface AccessQuestion {
  user_identifier: string;
  project_classification_label: string;
  /** Absent for users without an LDAP identity. */
  user_ldap_dn?: string;
  identities: { provider: string; extern_uid: string }[];
}

/** A decision of the service. */
export interface AccessDecision {
  isAllowed: boolean;
  /** Why access is denied, for the user; empty for none. */
  reason: string;
}

/**
 * Returns the decision: 200 allows, 401 and 403 deny. Throws for all other responses, and if the
 * service does not respond in time.
 */
export async function askService(service: AuthorizationService, question: AccessQuestion): Promise<AccessDecision> {
  const { url, timeoutMs, certificate, policy } = service;
  const { status, body } = await egressFetch({
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'User-Agent': 'Forgemesh' },
    body: Buffer.from(JSON.stringify(question)),
    timeoutMs,
    maxBytes: MAX_RESPONSE_BYTES,
    truncates: true,
    policy,
    ...(certificate && { clientCertificate: certificate }),
  });
  if (status === 200) return { isAllowed: true, reason: '' };
  if (status === 401 || status === 403) return { isAllowed: false, reason: reasonIn(body) };
  throw new Error(`the external authorization service responded with ${status}`);
}

function reasonIn(body: Buffer): string {
  try {
    const { reason } = JSON.parse(body.toString('utf8')) as { reason?: unknown };
    return typeof reason === 'string' ? reason.replace(control, ' ').trim().slice(0, MAX_REASON_LENGTH) : '';
  } catch {
    return '';
  }
}
