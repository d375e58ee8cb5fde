import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Entity } from '#api/types';
import styles from './badge-picture.module.css';

/** A badge of a project: a picture with a link. A picture that cannot be shown becomes its name. */
export function BadgePicture({ badge }: { badge: Entity<'projects.Badge'> }) {
  const [failed, setFailed] = useState<string>();
  const { name, rendered_link_url: link, rendered_image_url: picture } = badge;
  const text = name ?? t`Badge ${badge.id}`;
  return (
    <a
      href={link}
      rel="noopener noreferrer nofollow"
      target="_blank"
      className={styles.projectBadge}
      title={name ?? link}
    >
      {failed === picture ? (
        <span className="badge">{text}</span>
      ) : (
        <img src={picture} alt={text} height={20} referrerPolicy="no-referrer" onError={() => setFailed(picture)} />
      )}
    </a>
  );
}
