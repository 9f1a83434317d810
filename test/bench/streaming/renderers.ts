import MarkdownIt from 'markdown-it';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { default_renderer, parser, parser_end, parser_write } from 'streaming-markdown';
import { canHighlight, highlightLines } from '../../../src/webview/code/highlight.ts';
import { FormulaRenderer } from '../../../src/webview/markdown/formulaRenderer.ts';
import { MarkdownView } from '../../../src/webview/markdown/markdownView.ts';

/** A way to draw a growing reply. */
export interface Renderer {
  /** Draws the next part of the reply. `whole` is the text so far, including the part. */
  draw(piece: string, whole: string): void;
  end?(): void;
}

/** Creates a renderer for one reply and its element, by name. */
export const RENDERERS: Readonly<Record<string, (element: HTMLElement) => Renderer>> = {
  'Assistant Chat': (element) => {
    const host = {
      post: ignore,
      request: async () => undefined,
      requestResult: async () => ({}),
      listen: ignore,
      getState: ignore,
      setState: ignore,
    };
    const colorizer = { canColorize: () => false, observe: ignore, addGrammar: ignore, setTheme: ignore };
    const formulas = new FormulaRenderer('');
    const view = new MarkdownView({ host, colorizer, formulas }, 'turn');
    element.append(view.element);
    return { draw: (piece) => view.append(piece) };
  },

  'react-markdown + GFM + rehype-highlight': (element) => {
    const root = createRoot(element);
    return {
      draw: (_, whole) =>
        flushSync(() =>
          root.render(
            createElement(ReactMarkdown, {
              remarkPlugins: [remarkGfm],
              rehypePlugins: [[rehypeHighlight, { detect: false, ignoreMissing: true }]],
              children: whole,
            }),
          ),
        ),
    };
  },

  'markdown-it + highlight.js to innerHTML': (element) => {
    const markdown = new MarkdownIt({
      linkify: true,
      highlight: (code, language) =>
        canHighlight(language) ? highlighted(code, language) : escapeHtml(code),
    });
    return {
      draw: (_, whole) => {
        element.innerHTML = markdown.render(whole);
      },
    };
  },

  'streaming-markdown (no highlighting)': (element) => {
    const state = parser(default_renderer(element));
    return { draw: (piece) => parser_write(state, piece), end: () => parser_end(state) };
  },
};

/** The panel's highlight.js returns runs instead of HTML. Convert them to the HTML that highlight.js produces. */
const { escapeHtml } = new MarkdownIt().utils;

function highlighted(code: string, language: string): string {
  return highlightLines(code, language)
    .runs.map(({ kind, text }) => `<span class="${kind}">${escapeHtml(text)}</span>`)
    .join('');
}

function ignore(): void {}
