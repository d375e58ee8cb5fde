/**
 * HTML that the API rendered and sanitized. This is the only place where the pages create elements
 * from a string: the content policy allows it for the one policy below.
 */
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { fetchFrom } from '#data/files';
import { anchorElement, showAnchor } from '#lib/anchors';
import { keepsScroll } from '#lib/use-scroll-positions';
import { decorateText } from './rich-text/decorate-text';

/** Box of a task whose line in the text is known. */
const TASK_BOX = 'input[type="checkbox"][data-line]';
/** Maximum length of the accessible name of a box. */
const MAX_LABEL = 200;

interface HtmlPolicy {
  createHTML: (html: string) => string;
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy };
}

const rules: HtmlPolicy = { createHTML: (html) => html };
// Browsers without trusted types take the string itself.
const policy = (window as TrustedTypesWindow).trustedTypes?.createPolicy('forgemesh-html', rules) ?? rules;

/** Returns the address that a link or picture of a text means; undefined to leave it. */
export type ResolveAddress = (address: string, kind: 'link' | 'picture') => string | undefined;

/** Saves the state of the task on a line of the text, starting at 1. Returns whether it did. */
export type ChangeTask = (line: number, isDone: boolean) => Promise<boolean>;

interface SanitizedHtmlProps {
  html: string;
  className?: string;
  /** Resolves addresses that are relative to a file or project. */
  resolve?: ResolveAddress;
  /** Saves the state of a task; without it, the boxes of tasks are disabled. */
  onTask?: ChangeTask | undefined;
}

/** Shows `html`, which must come from a field or response of the API that it sanitizes. */
export function SanitizedHtml({ html, className, resolve, onTask }: SanitizedHtmlProps) {
  const navigate = useNavigate();
  const element = useRef<HTMLDivElement>(null);
  const content = useMemo(
    () => ({ __html: policy.createHTML(resolve ? resolveAddresses(html, resolve) : html) }),
    [html, resolve],
  );
  useEffect(() => {
    // Code that is wider than the page can be scrolled with the keyboard.
    for (const code of element.current?.querySelectorAll('pre') ?? []) code.tabIndex = 0;
    const ends = [loadPictures(element.current), decorateText(element.current)];
    return () => {
      for (const end of ends) end();
    };
  }, [content]);
  const canChangeTasks = onTask !== undefined;
  useEffect(() => {
    for (const box of element.current?.querySelectorAll<HTMLInputElement>(TASK_BOX) ?? []) {
      box.disabled = !canChangeTasks;
      box.setAttribute('aria-label', box.closest('li')?.textContent.trim().slice(0, MAX_LABEL) ?? t`Task`);
    }
  }, [content, canChangeTasks]);
  const changeTask = async (box: HTMLInputElement): Promise<void> => {
    const isDone = box.checked;
    const isSaved = await onTask?.(Number(box.dataset['line']), isDone);
    if (!isSaved) box.checked = !isDone;
  };
  /** Links to this instance open without loading the page again. */
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement && event.target.matches(TASK_BOX)) {
      void changeTask(event.target);
      return;
    }
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.target !== '') return;
    if (/^\/(api|uploads|oauth|-\/(docs|console))\//.test(link.pathname) || link.pathname.includes('/uploads/')) return;
    event.preventDefault();
    if (link.pathname === window.location.pathname && link.hash !== '') {
      // Texts of a page may have the same headings: those of this text come first.
      const target = anchorElement(link.hash, element.current ?? undefined);
      void navigate(`${link.pathname}${link.search}${link.hash}`, { state: keepsScroll });
      if (target) showAnchor(target);
      return;
    }
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <div ref={element} role="presentation" className={className} onClick={follow} dangerouslySetInnerHTML={content} />
  );
}

/** Attribute of pictures that are loaded from the API, with the rights of the visitor. */
const API_PICTURE = 'data-api-src';

function resolveAddresses(html: string, resolve: ResolveAddress): string {
  const { body } = new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
  for (const link of body.querySelectorAll('a[href]')) {
    const address = resolve(link.getAttribute('href') ?? '', 'link');
    if (address !== undefined) link.setAttribute('href', address);
  }
  for (const picture of body.querySelectorAll('img[src]')) {
    const address = resolve(picture.getAttribute('src') ?? '', 'picture');
    if (address === undefined) continue;
    if (address.startsWith('/api/')) {
      picture.removeAttribute('src');
      picture.setAttribute(API_PICTURE, address);
    } else {
      picture.setAttribute('src', address);
    }
  }
  return body.innerHTML;
}

/** Pictures are loaded before they are scrolled into view. */
const PICTURE_MARGIN = '400px';

/**
 * Loads the pictures of the API when they come near the visible part; returns a function that
 * releases them.
 */
function loadPictures(element: HTMLElement | null): () => void {
  const urls: string[] = [];
  let isOver = false;
  const load = (picture: HTMLImageElement): void => {
    const address = picture.getAttribute(API_PICTURE) ?? '';
    void fetchFrom(address)
      .then((blob) => {
        if (isOver) return;
        const url = URL.createObjectURL(pictureOf(blob, address));
        urls.push(url);
        picture.src = url;
      })
      .catch(() => undefined);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        load(target as HTMLImageElement);
      }
    },
    { rootMargin: PICTURE_MARGIN },
  );
  for (const picture of element?.querySelectorAll(`img[${API_PICTURE}]`) ?? []) observer.observe(picture);
  return () => {
    isOver = true;
    observer.disconnect();
    for (const url of urls) URL.revokeObjectURL(url);
  };
}

const pictureTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};

/** Returns the type of a picture by the name of its file; undefined if it is none. */
export function pictureTypeOf(path: string): string | undefined {
  return pictureTypes[
    path
      .replace(/(\/raw)?(\?.*)?$/, '')
      .split('.')
      .at(-1)
      ?.toLowerCase() ?? ''
  ];
}

/** The API sends raw files as plain text. */
function pictureOf(blob: Blob, path: string): Blob {
  return new Blob([blob], { type: pictureTypeOf(path) ?? blob.type });
}
