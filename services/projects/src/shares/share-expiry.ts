/**
 * Ends shares whose day has come.
 *
 * The keys of a project hold no dates, so that rights stay one indexed read. Instead each process takes what is over out of the documents
 * before it answers its first question about rights of a day; all other questions of the day wait for nothing.
 */
import type { EntityStore } from '@forgemesh/kit';
import { today } from '../members/membership.model';
import type { ProjectDocument } from '../projects/project.model';
import { changeShares } from './change-shares';

/** Ends shares once a day. */
export class ShareExpiry {
  private day = '';
  private settled: Promise<void> = Promise.resolve();

  constructor(
    private readonly projects: EntityStore<ProjectDocument>,
    private readonly now: () => string = today,
  ) {}

  /** Resolves when no share is left that is over today. After a failure the next question tries again. */
  settle(): Promise<void> {
    const day = this.now();
    if (day === this.day) return this.settled;
    this.day = day;
    this.settled = this.end(day).catch((error: unknown) => {
      this.day = '';
      throw error;
    });
    return this.settled;
  }

  private async end(day: string): Promise<void> {
    const over = { 'shared_groups.expires_at': { $gt: '', $lte: day } };
    for (const { _id: id } of await this.projects.model.find(over, { _id: 1 }).lean()) {
      await this.projects.mutate(id, (project) => {
        const kept = project.shared_groups.filter(({ expires_at: last }) => last === null || last > day);
        return kept.length === project.shared_groups.length ? null : changeShares(project, kept, null);
      });
    }
  }
}
