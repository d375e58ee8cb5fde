import type { CodeDeps } from '#access';
import type { Clients, Display } from '#clients';

/** Dependencies of the payloads of webhooks. */
export interface PayloadsDeps extends CodeDeps {
  clients: Pick<
    Clients,
    'access' | 'commits' | 'eventEntities' | 'pipelineEntities' | 'projectEntities' | 'tags' | 'wikis'
  >;
  /** Users, projects and groups. */
  display: Display;
}
