import type { EntityStore } from '@forgemesh/data';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { Clients } from '#clients';
import type { NamespaceReader } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { BadgeDocument } from './badge.model';

/** Dependencies of badges. */
export interface BadgesDeps {
  clients: Pick<Clients, 'storage'>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
  projects: EntityStore<ProjectDocument>;
  badges: EntityStore<BadgeDocument>;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
