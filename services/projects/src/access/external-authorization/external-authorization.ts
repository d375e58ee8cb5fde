/**
 * External authorization of users for the labels of projects. Decisions are cached briefly; without
 * a decision, access is denied.
 */
import { createHash } from 'node:crypto';
import { Admission } from '@forgemesh/admission';
import { TimedCache } from '@forgemesh/cache';
import { isForgeError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import type { ExternalIdentities } from '@forgemesh/proto/identity/v1/external_identity';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { askService, type AccessDecision, type AuthorizationService } from './ask-service';

/** How long a decision is valid, in milliseconds. */
const DECISION_TTL_MS = 30_000;
/** After a failure, access is denied for this long without another request. */
const FAILURE_TTL_MS = 5_000;
/** Until a new label is known, lists leave its projects out. */
const LABELS_TTL_MS = 5_000;
const MAX_CACHED = 20_000;
/** Concurrent requests to the service, shared fairly among users. */
const MAX_CONCURRENT = 40;
const MAX_WAITING = 4_000;
const DEFAULT_TIMEOUT_SECONDS = 0.5;

/** Dependencies of the external authorization. */
export interface ExternalAuthorizationOptions {
  settings: { current(): ApplicationSettings };
  /** Returns the identities of a user. */
  loadIdentities: (userId: number) => Promise<ExternalIdentities>;
  /** Returns the labels of projects. */
  loadLabels: () => Promise<string[]>;
  log: Logger;
  /** Returns a time in milliseconds. */
  clock?: () => number;
}

type Result = AccessDecision & { isFailure: boolean };

/** The external authorization of the instance. */
export class ExternalAuthorization {
  private readonly decisions: TimedCache<Result>;
  private readonly usedLabels: TimedCache<string[]>;
  private readonly admission = new Admission({
    running: MAX_CONCURRENT,
    queue: MAX_WAITING,
    waitMs: 10_000,
  });

  constructor(private readonly options: ExternalAuthorizationOptions) {
    const timing = options.clock ? { clock: options.clock } : {};
    this.decisions = new TimedCache({
      ...timing,
      maxEntries: MAX_CACHED,
      ttlMsOf: ({ isFailure }) => (isFailure ? FAILURE_TTL_MS : DECISION_TTL_MS),
    });
    this.usedLabels = new TimedCache({
      ...timing,
      maxEntries: 1,
      ttlMsOf: () => LABELS_TTL_MS,
    });
  }

  /** Whether the service decides on access. */
  get isEnabled(): boolean {
    return this.options.settings.current().external_authorization_service_enabled;
  }

  /** The label of a project; projects without one have the default label. */
  labelOf(project: { external_authorization_classification_label: string | null }): string {
    return project.external_authorization_classification_label || this.defaultLabel;
  }

  /** The label of projects that have none. */
  get defaultLabel(): string {
    return this.options.settings.current().external_authorization_service_default_label ?? '';
  }

  /** The default label and the labels of projects. */
  async labels(): Promise<string[]> {
    const used = await this.usedLabels.get('labels', this.options.loadLabels);
    return [...new Set([this.defaultLabel, ...used])];
  }

  /** Returns whether a user may access projects with a label. Never rejects. */
  decide(userId: number, label: string): Promise<AccessDecision> {
    const service = serviceOf(this.options.settings.current());
    const key = JSON.stringify([userId, label, fingerprintOf(service)]);
    return this.decisions.get(key, () => this.request(service, userId, label));
  }

  private async request(service: AuthorizationService, userId: number, label: string): Promise<Result> {
    try {
      const { email, identities } = await this.options.loadIdentities(userId);
      const ldap = identities.find(({ provider }) => provider.startsWith('ldap'));
      const release = await this.admission.acquire({
        caller: { key: `user/${userId}`, isAnonymous: false },
        signal: new AbortController().signal,
      });
      try {
        const decision = await askService(service, {
          user_identifier: email,
          project_classification_label: label,
          ...(ldap && { user_ldap_dn: ldap.extern_uid }),
          identities,
        });
        return { ...decision, isFailure: false };
      } finally {
        release();
      }
    } catch (error) {
      if (!isForgeError(error)) this.options.log.warn({ err: error, user_id: userId }, 'external authorization failed');
      return { isAllowed: false, reason: '', isFailure: true };
    }
  }
}

function serviceOf(settings: ApplicationSettings): AuthorizationService {
  const { external_auth_client_cert: cert, secrets } = settings;
  const key = secrets?.external_auth_client_key;
  const passphrase = secrets?.external_auth_client_key_pass;
  return {
    url: settings.external_authorization_service_url ?? '',
    timeoutMs: (settings.external_authorization_service_timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    certificate: cert && key ? { cert, key, ...(passphrase && { passphrase }) } : undefined,
    // Administrators choose the service, as they choose the receivers of system hooks.
    policy: {
      allowLocal: settings.allow_local_requests_from_system_hooks,
      allowList: settings.outbound_local_requests_whitelist,
    },
  };
}

/** Changes with everything that a decision depends on, so that nothing has to be invalidated. */
function fingerprintOf(service: AuthorizationService): string {
  return createHash('sha256').update(JSON.stringify(service)).digest('base64url');
}
