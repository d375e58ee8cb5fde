import type { EntityStore } from '@forgemesh/data';
import type { GroupPresenter } from '#groups/presentation';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of shares. */
export interface SharesDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** The next id of a share. */
  nextShareId: () => Promise<number>;
  /** Presents groups. */
  groupPresenter: GroupPresenter;
}
