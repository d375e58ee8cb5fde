/** Presents stars in the API and in events. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { Starrer } from '@forgemesh/proto/projects/v1/star';
import type { StarDocument } from './star.model';

/** A star and the user who gave it. */
export interface VisibleStar {
  star: StarDocument;
  user: UserProfile;
}

/** Presents a user who starred a project, with the date. */
export function presentStarrer({ star, user }: VisibleStar): ResponseOf<Starrer> {
  const { id, name, username, state, avatar_url, web_url } = user;
  return {
    starred_since: star.created_at.toISOString(),
    user: { id, name, username, state, avatar_url: avatar_url ?? null, web_url },
  };
}

/** The entity of `projects.star.*`. */
export function presentStarEvent(star: StarDocument): EventEntity<'projects.star.created'> {
  const { project_id, user_id, created_at: since } = star;
  return { project_id, user_id, starred_since: since.toISOString() };
}
