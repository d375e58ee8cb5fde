/** The presentation of projects, for the areas whose operations return projects. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { EventEntity } from '@forgemesh/events';
import type { ProjectDocument } from '#projects/model';
import { type ProjectView, presentProject, presentProjectPage, presentProjectEvent } from './project.entity';
import type { ProjectPresentationDeps } from './deps';

/** Presents projects. */
export interface ProjectPresenter {
  /** Presents one project. */
  presentProject(project: ProjectDocument, view: ProjectView): Promise<ResponseOf<Project>>;
  /**
   * Presents the projects of a page as JSON. Many callers request the same page at the same time
   * and see mostly the same fields, so the JSON of a project is cached for all callers with the
   * same view of it, as long as the page and the associated objects are cached.
   */
  presentProjectPage(
    projects: ProjectDocument[],
    view: Omit<ProjectView, 'details' | 'license'>,
  ): Promise<ResponseOf<Project>[]>;
  /** A project in events: as administrators see it, without secrets. */
  presentProjectEvent(project: ProjectDocument): Promise<EventEntity<'projects.project.updated'>>;
}

/** Creates the presenter. */
export function createProjectPresenter(deps: ProjectPresentationDeps): ProjectPresenter {
  return {
    presentProject: (project, view) => presentProject(deps, project, view),
    presentProjectPage: (projects, view) => presentProjectPage(deps, projects, view),
    presentProjectEvent: (project) => presentProjectEvent(deps, project),
  };
}
