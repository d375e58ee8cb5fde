import type { EventEntity } from '@forgemesh/events';
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectIntegration } from '@forgemesh/proto/deliveries/v1/integration';
import { definitions, type Definition, type Properties } from './definitions';
import { integrationEvents, type IntegrationDocument } from './integration.model';
import type { IntegrationsDeps } from './deps';

type Box = Pick<IntegrationsDeps, 'integrationBox'>;

/** The kind with the given slug. Throws NotFoundError. */
export function definitionOf(slug: string): Definition {
  const definition = definitions.get(slug);
  if (!definition) throw new NotFoundError('Service');
  return definition;
}

/** Decrypts the properties of an integration. */
export function openProperties({ integrationBox }: Box, { properties }: IntegrationDocument): Properties {
  return JSON.parse(integrationBox.open(properties)) as Properties;
}

/** Presents an integration for lists; null if it was never set up. */
export function presentIntegration(
  deps: Box,
  slug: string,
  integration: IntegrationDocument | null,
): ResponseOf<ProjectIntegration> {
  const { title, events } = definitionOf(slug);
  const properties = integration ? openProperties(deps, integration) : {};
  const enabled = integrationEvents.map((name) => [name, integration?.[name] ?? events[name] ?? false]);
  return {
    id: integration?._id ?? null,
    title: typeof properties['title'] === 'string' && properties['title'] !== '' ? properties['title'] : title,
    slug,
    created_at: integration?.created_at.toISOString() ?? null,
    updated_at: integration?.updated_at.toISOString() ?? null,
    active: integration !== null,
    ...(Object.fromEntries(enabled) as Record<(typeof integrationEvents)[number], boolean>),
    // No integration comments on issues of other systems or notifies about jobs.
    job_events: false,
    comment_on_event_enabled: false,
  };
}

/** Presents a single integration, with its properties. */
export function presentIntegrationDetail(
  deps: Box,
  slug: string,
  integration: IntegrationDocument | null,
): ResponseOf<ProjectIntegration> {
  const definition = definitionOf(slug);
  const current = integration ? openProperties(deps, integration) : definition.defaults;
  // Title and description are fields of the integration itself.
  const hidden = ['title', 'description', ...(definition.secrets ?? [])];
  const names = definition.properties.filter((name) => !hidden.includes(name));
  const properties = Object.fromEntries(names.map((name) => [name, current[name] ?? null]));
  return { ...presentIntegration(deps, slug, integration), properties };
}

/** An integration in events, without its properties. */
export function presentIntegrationEvent(
  deps: Box,
  integration: IntegrationDocument,
): EventEntity<'deliveries.integration.updated'> {
  return { ...presentIntegration(deps, integration.slug, integration), project_id: integration.project_id };
}
