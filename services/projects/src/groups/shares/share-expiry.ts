/**
 * Ends shares of projects and groups whose day has come.
 *
 * The keys of a project hold no dates, so that rights stay one indexed read. Instead each process
 * takes what is over out of the documents before it answers its first question about rights of a
 * day; all other questions of the day wait for nothing.
 */
import type { EntityStore } from '@forgemesh/data';
import { today } from '../members/membership.model';
import type { NamespaceDocument } from '../namespaces/namespace.model';
import type { ProjectDocument } from '../../projects/projects/project.model';
import { changeGroupShares } from './change-group-shares';
import { changeShares } from './change-shares';

/** The stores of what is shared. */
export interface SharedStores {
  projects: EntityStore<ProjectDocument>;
  namespaces: EntityStore<NamespaceDocument>;
}

/** Ends shares once a day. */
export class ShareExpiry {
  private day = '';
  private removal: Promise<void> = Promise.resolve();

  constructor(
    private readonly stores: SharedStores,
    private readonly now: () => string = today,
  ) {}

  /**
   * Resolves when no share is left that is over today. After a failure the next question tries
   * again.
   */
  removeExpired(): Promise<void> {
    const day = this.now();
    if (day === this.day) return this.removal;
    this.day = day;
    this.removal = this.end(day).catch((error: unknown) => {
      this.day = '';
      throw error;
    });
    return this.removal;
  }

  private async end(day: string): Promise<void> {
    const { projects, namespaces } = this.stores;
    const over = { 'shared_groups.expires_at': { $gt: '', $lte: day } };
    const isRemaining = ({ expires_at: last }: { expires_at: string | null }): boolean => last === null || last > day;
    for (const { _id: id } of await projects.model.find(over, { _id: 1 }).lean()) {
      await projects.mutate(id, (project) => {
        const remaining = project.shared_groups.filter(isRemaining);
        return remaining.length === project.shared_groups.length ? null : changeShares(project, remaining, null);
      });
    }
    for (const { _id: id } of await namespaces.model.find(over, { _id: 1 }).lean()) {
      await namespaces.mutate(id, (group) => {
        const { shared_groups: shares = [] } = group;
        const remaining = shares.filter(isRemaining);
        return remaining.length === shares.length ? null : changeGroupShares(group, remaining, null);
      });
    }
  }
}
