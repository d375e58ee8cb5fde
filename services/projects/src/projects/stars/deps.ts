import type { Clients } from '#clients/clients';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectDocument } from '#projects/model/project.model';
import type { ProjectPresenter } from '#projects/presentation/project-presenter';
import type { Recount } from '#projects/recounts';
import type { StarDocument } from './star.model';
import type { EntityStore } from '@forgemesh/data';

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
