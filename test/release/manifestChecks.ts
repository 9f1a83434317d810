import * as z from 'zod/mini';
import type { StorePackage } from './storePackage.ts';

const Manifest = z.looseObject({
  displayName: z.string(),
  license: z.string(),
  galleryBanner: z.object({
    color: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
    theme: z.enum(['dark', 'light']),
  }),
  icon: z.string(),
  categories: z.array(z.string()).check(z.minLength(1)),
  // The Marketplace ignores further ones.
  keywords: z.array(z.string()).check(z.minLength(1), z.maxLength(30)),
});

/** Those of VS Code's `package.json` schema. */
const CATEGORIES = new Set(
  [
    'AI, Azure, Chat, Data Science, Debuggers, Education, Extension Packs, Formatters, Keymaps, Language Packs, Linters',
    'Machine Learning, Notebooks, Other, Programming Languages, SCM Providers, Snippets, Testing, Themes, Visualization',
  ].flatMap((line) => line.split(', ')),
);

/** Names of others' products, by which nobody should find this one. */
const NAMES_OF_OTHERS =
  /\b(?:amazon|anthropic|aws|azure|claude|cline|codeium|copilot|cursor|deepseek|gemini|github|gitlab|google|gpt|grok|jetbrains|llama|microsoft|mistral|ollama|openai|perplexity|qwen|tabnine|visual studio|vs ?code|windsurf|chatgpt)\b/i;

const PNG = '89504e470d0a1a0a';
const MIN_ICON_PIXELS = 128;

/** What is wrong with the manifest of a package. */
export function badManifest({ files }: StorePackage): string[] {
  const json: Record<string, unknown> = JSON.parse(files.get('extension/package.json')?.toString() ?? '{}');
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
  const manifest = parsed.data;
  const shown = files.get('extension.vsixmanifest')?.toString() ?? '';
  const description = /<Description[^>]*>([^<]*)</.exec(shown)?.[1] ?? '';
  const icon = files.get(`extension/${manifest.icon}`);
  return [
    ...['enabledApiProposals', 'dependencies']
      .filter((key) => key in json)
      .map((key) => `${key} doesn't belong into a store`),
    ...manifest.categories
      .filter((category) => !CATEGORIES.has(category))
      .map((name) => `No category: ${name}`),
    ...[manifest.displayName, ...manifest.keywords]
      .filter((text) => NAMES_OF_OTHERS.test(text))
      .map((text) => `Has the name of another product: ${text}`),
    ...(description.length >= 20 && !description.startsWith('%') ? [] : [`No description: ${description}`]),
    ...(icon !== undefined && isLargePng(icon)
      ? []
      : [`${manifest.icon} is no PNG of ${MIN_ICON_PIXELS} pixels`]),
  ];
}

function isLargePng(image: Buffer): boolean {
  const isPng = image.toString('hex', 0, 8) === PNG;
  return isPng && image.readUInt32BE(16) >= MIN_ICON_PIXELS && image.readUInt32BE(20) >= MIN_ICON_PIXELS;
}
