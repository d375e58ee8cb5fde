/** Validates and merges the integration settings of a request. */
import { BadRequestError } from '@forgemesh/errors';
import { checkUrl, EgressError, parseAddress } from '@forgemesh/http';
import { hookPolicy } from '#webhooks/hooks';
import type { Definition, Properties } from './definitions';
import type { IntegrationDocument, IntegrationEvent } from './integration.model';
import { parseRepositoryUrl } from './repository-url';
import type { IntegrationsDeps } from './deps';

/** Settings of a request. */
export type IntegrationRequest = Readonly<Record<string, unknown>>;

const MAX_RECIPIENTS = 100;
const emailAddress = /^[^\s@<>",;:()[\]\\]{1,64}@[^\s@<>",;:()[\]\\]{1,255}$/;

/** The events of an integration after a request. Unsupported events are off. */
export function eventsAfter(
  { events }: Definition,
  request: IntegrationRequest,
  current: IntegrationDocument | null,
): Partial<Record<IntegrationEvent, boolean>> {
  const names = Object.keys(events) as IntegrationEvent[];
  const valueOf = (name: IntegrationEvent): boolean =>
    (request[name] as boolean | undefined) ?? current?.[name] ?? events[name] ?? false;
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

/** The properties of an integration after a request. Throws BadRequestError. */
export function propertiesAfter(
  deps: IntegrationsDeps,
  definition: Definition,
  request: IntegrationRequest,
  current: Properties,
): Properties {
  const given = definition.properties.filter((name) => request[name] !== undefined);
  const sent = Object.fromEntries(given.map((name) => [name, request[name]])) as Properties;
  const older = olderBranches(definition, request);
  const kept = withoutMisdirectedSecrets(definition, current, sent);
  const properties = { ...definition.defaults, ...kept, ...older, ...sent };
  const { addresses, receivers = [], required = [] } = definition;
  for (const name of [...addresses, ...receivers]) {
    const isGiven = sent[name] !== undefined && sent[name] !== '';
    const isCalled = receivers.includes(name);
    if (isGiven && !isValidAddress(deps, String(sent[name]), isCalled)) throw invalid();
  }
  if (required.some((name) => !properties[name])) throw invalid();
  if (properties['repository_url'] && !parseRepositoryUrl(properties)) throw invalid();
  if (definition.properties.includes('recipients') && !hasValidRecipients(properties)) throw invalid();
  return properties;
}

/** A stored secret is for the receiver that it was given for: another receiver must not get it. */
function withoutMisdirectedSecrets(
  { receivers = [], secrets = [] }: Definition,
  current: Properties,
  sent: Properties,
): Properties {
  const isMoved = receivers.some((name) => sent[name] !== undefined && sent[name] !== current[name]);
  return isMoved ? Object.fromEntries(Object.entries(current).filter(([name]) => !secrets.includes(name))) : current;
}

function olderBranches({ properties }: Definition, request: IntegrationRequest): Properties {
  const value = request['notify_only_default_branch'];
  if (typeof value !== 'boolean' || !properties.includes('branches_to_be_notified')) return {};
  return { branches_to_be_notified: value ? 'default' : 'all' };
}

function isValidAddress({ settings }: IntegrationsDeps, text: string, isCalled: boolean): boolean {
  const address = parseAddress(text);
  if (!address || !['http:', 'https:'].includes(address.protocol)) return false;
  if (!isCalled) return true;
  try {
    checkUrl(text, hookPolicy(settings.current(), false));
    return true;
  } catch (error) {
    if (error instanceof EgressError) return false;
    throw error;
  }
}

function hasValidRecipients(properties: Properties): boolean {
  const recipients = recipientsOf(properties);
  return (
    recipients.length > 0 && recipients.length <= MAX_RECIPIENTS && recipients.every((one) => emailAddress.test(one))
  );
}

/** The distinct addresses in a list of recipients. */
export function recipientsOf({ recipients }: Properties): string[] {
  const all = typeof recipients === 'string' ? recipients.split(/[\s,]+/) : [];
  const unique = new Map(all.filter((one) => one !== '').map((one) => [one.toLowerCase(), one]));
  return [...unique.values()];
}

function invalid(): BadRequestError {
  return new BadRequestError('400 Bad Request');
}
