import type { EntityStore, LongLists } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { UserLevels } from '#access';
import type { Urls } from '#clients';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of shares. */
export interface SharesDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** The next id of a share. */
  nextShareId: () => Promise<number>;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  urls: Urls;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
