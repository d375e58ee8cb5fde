import type { EntityStore } from '@forgemesh/data';
import type { IssueChangesDeps, IssueViewDeps } from '#items/issues';
import type { IssueLinkDocument } from './issue-link.model';

/** Dependencies of links between issues. */
export interface IssueLinksDeps extends IssueViewDeps, IssueChangesDeps {
  issueLinks: EntityStore<IssueLinkDocument>;
}
