import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from '#clients';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';
import type { PushRuleDocument } from '#projects/push-rules';

/** Dependencies of the RPCs for other services about projects, forks and push rules. */
export interface InternalProjectsDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  pushRules: EntityStore<PushRuleDocument>;
  /** Push rules by project id, for the checks of pushes and commits. */
  pushRuleCache: QueryCache<PushRuleDocument | null, number>;
  urls: Urls;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
}
