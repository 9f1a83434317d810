import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { anchorsOf } from '../harness/markdownAnchors.ts';
import { REPOSITORY } from '../harness/paths.ts';
import type { StorePackage } from './storePackage.ts';

interface Targets {
  /** Of pictures and links. */
  readonly addresses: readonly string[];
  readonly code: readonly string[];
}

/** What is wrong with the pictures and links of a document of the package, with relative ones rewritten by vsce. */
export function badTargets(document: string, store: StorePackage): string[] {
  const { addresses, code } = targetsOf(document);
  return [
    // vsce takes what looks like a link for one, also in code.
    ...code
      .filter((text) => text.includes(store.repository))
      .map((text) => `vsce changed an example: ${text.trim()}`),
    ...addresses.flatMap((address) => badTarget(address, document, store)),
  ];
}

function targetsOf(document: string): Targets {
  const tokens = new MarkdownIt({ html: true })
    .parse(document, {})
    .flatMap((token) => [token, ...(token.children ?? [])]);
  const all = (type: string, name: string): string[] =>
    tokens.flatMap((token) => {
      if (token.type.startsWith('html_')) {
        return [...token.content.matchAll(new RegExp(`\\b${name}=["']([^"']*)`, 'gi'))].map(
          ([, value = '']) => value,
        );
      }
      return token.type === type ? [`${token.attrGet(name)}`] : [];
    });
  return {
    addresses: [...all('image', 'src'), ...all('link_open', 'href')],
    code: tokens.filter(({ type }) => /^(?:fence|code_)/.test(type)).map(({ content }) => content),
  };
}

/** Addresses on other sites are not opened: the check needs no network. */
function badTarget(target: string, document: string, store: StorePackage): string[] {
  const [address = '', anchor] = target.split('#');
  if (address === '') {
    return anchorsOf(document).has(anchor ?? '') ? [] : [`${target} has no heading`];
  }
  if (!address.startsWith(`${store.repository}/`)) {
    return /^https:\/\/[^/]+\.[^/]+/.test(address) ? [] : [`${target} leads nowhere from a store`];
  }
  const [, tag, path = ''] =
    /^(?:\/-)?\/(?:blob|raw)\/([^/]+)\/(.+)$/.exec(address.slice(store.repository.length)) ?? [];
  if (tag !== `v${store.version}`) {
    return [`${target} doesn't lead to version ${store.version}`];
  }
  const file = decodeURI(path);
  if (!store.repositoryFiles.has(file)) {
    return [`${target} is not in the repository`];
  }
  const isThere = anchor === undefined || anchorsOf(readFileSync(join(REPOSITORY, file), 'utf8')).has(anchor);
  return isThere ? [] : [`${target} has no heading`];
}

/** What is wrong with the changelog: the version needs a date and something under it. */
export function badChangelog(changelog: string, version: string): string[] {
  const section = sectionOf(changelog, version);
  if (section === undefined) {
    return [`There is no heading "## ${version} - <date>"`];
  }
  const [heading = ''] = section.split('\n');
  const [date] = /\d{4}-\d{2}-\d{2}$/.exec(heading) ?? [];
  return [
    ...(date !== undefined && !Number.isNaN(Date.parse(date)) ? [] : [`"## ${heading}" has no date`]),
    ...(/^- \S/m.test(section) ? [] : [`Nothing is listed under "## ${heading}"`]),
  ];
}

/** Whether the changelog lists something that is in no version yet. */
export function hasUnreleased(changelog: string): boolean {
  return /^- \S/m.test(sectionOf(changelog, 'Unreleased') ?? '');
}

function sectionOf(changelog: string, name: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  return sections.find((section) => /^\[?([^\]\s]+)/.exec(section)?.[1] === name);
}
