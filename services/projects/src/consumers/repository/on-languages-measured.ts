import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnLanguagesMeasuredDeps {
  projects: EntityStore<ProjectDocument>;
}

/**
 * Stores the languages of a project for list filters. The newest measurement wins, in any order of
 * delivery.
 */
export const onLanguagesMeasured: EventConsumer<'repository.languages.measured', OnLanguagesMeasuredDeps> = {
  name: 'projects-languages',
  events: ['repository.languages.measured'],
  from: 'all',
  async handle({ data: { entity, version } }, deps) {
    const { project_id: id, languages } = entity;
    await deps.projects.model.updateOne(
      { _id: id, $or: [{ languages_version: { $exists: false } }, { languages_version: { $lt: version } }] },
      {
        $set: { languages: Object.keys(languages).map((name) => name.toLowerCase()), languages_version: version },
      },
    );
  },
};
