import type { EntityStore } from '@forgemesh/data';
import type { IssuesDeps } from '#items/issues';
import type { IssueLinkDocument } from './issue-link.model';

/** Dependencies of links between issues. */
export interface IssueLinksDeps extends IssuesDeps {
  issueLinks: EntityStore<IssueLinkDocument>;
}
