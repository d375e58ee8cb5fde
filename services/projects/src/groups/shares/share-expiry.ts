/**
 * Removes expired shares of projects and groups.
 *
 * Access keys contain no dates, so that authorization stays one indexed read. Instead each process
 * removes the expired shares from the documents before its first authorization of a day. Later
 * calls on that day do not wait.
 */
import type { EntityStore } from '@forgemesh/data';
import { today } from '#access/memberships';
import type { ExpiringShares } from '#access';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import { changeGroupShares } from './change-group-shares';
import { changeShares } from './change-shares';

/** The stores of objects with shares. */
export interface SharedStores {
  projects: EntityStore<ProjectDocument>;
  namespaces: EntityStore<NamespaceDocument>;
}

/** Removes expired shares once a day. */
export class ShareExpiry implements ExpiringShares {
  private day = '';
  private removal: Promise<void> = Promise.resolve();

  constructor(
    private readonly stores: SharedStores,
    private readonly now: () => string = today,
  ) {}

  /**
   * Resolves when all shares that are expired today are removed. After a failure the next call
   * retries.
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
