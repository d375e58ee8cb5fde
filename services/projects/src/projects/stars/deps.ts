import type { EntityStore } from '@forgemesh/data';
import type { Clients } from '#clients';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument, Recount } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';
import type { StarDocument } from './star.model';

/** Dependencies of stars. */
export interface StarsDeps {
  clients: Pick<Clients, 'directory' | 'licenses'>;
  projects: EntityStore<ProjectDocument>;
  stars: EntityStore<StarDocument>;
  recountStars: Recount<void>;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
