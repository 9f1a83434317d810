import temml from 'temml';

// A script of its own, which `FormulaRenderer` loads: most replies have no formula.
globalThis.drawFormula = drawFormula;

/** A node of Temml's tree, which has no types: an element, a fragment (without `type`) or text. */
interface TemmlNode {
  type?: string;
  text?: string;
  attributes?: Readonly<Record<string, unknown>>;
  classes?: readonly string[];
  style?: Readonly<Record<string, unknown>>;
  children?: readonly TemmlNode[];
}

/** Commands that define others. With them, a short formula can expand to any length. */
const DEFINITION = /\\(?:[a-z]*def|let|futurelet|(?:re|provide)?newcommand|DeclareMathOperator)(?![A-Za-z])/;
/** Maximum number of macros of Temml in one formula. */
const MAX_MACROS = 500;
/** Maximum size of a space, a rule or a font: in em, and in pt if the source has an absolute unit. */
const MAX_SIZE: [number, number] = [30, 300];
const MAX_NODES = 5000;
/** Elements nested deeper don't make sense, and thousands of them crash the browser. */
const MAX_DEPTH = 100;

const MATHML = 'http://www.w3.org/1998/Math/MathML';

const ELEMENTS = new Set([
  ...['math', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mrow', 'mstyle', 'mpadded', 'mphantom', 'mfrac'],
  ...['msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts'],
  ...['mprescripts', 'none', 'mtable', 'mtr', 'mtd', 'menclose'],
]);
/** Colors are left out: those of the theme apply. */
const ATTRIBUTES = new Set([
  ...['accent', 'accentunder', 'columnspan', 'depth', 'display', 'displaystyle', 'fence', 'form', 'height'],
  ...['largeop', 'linethickness', 'lspace', 'mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits'],
  ...['rowspan', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'symmetric', 'voffset', 'width'],
]);
const STYLES = new Set([
  ...[
    'border',
    'borderBottom',
    'borderLeft',
    'borderRight',
    'borderTop',
    'marginLeft',
    'mathDepth',
    'padding',
  ],
  ...['paddingBottom', 'paddingLeft', 'paddingRight', 'paddingTop', 'textAlign', 'width'],
]);
/** Keywords, numbers and lengths: no functions, and thus no URLs. */
const VALUE = /^[\w#%. -]{0,60}$/;
/** Classes that media/math.css has rules for, and classes that make no difference in Chromium. */
const CLASSES =
  /^(?:tml-(?:(?:sml|med|lrg)-pad|(?:hat|tilde)-\d|vec|prime|jot|small|left|right|tag|tageqn|label|display|overline|underline)|chr-(?:sml|med|lrg)(?:-vec)?|(?:ff|wbk)-[a-z-]+|mathcal|mathscr)$/;

/**
 * Creates MathML from TeX.
 * @param tex formula without its delimiters
 * @returns `undefined` if it can't be drawn, at least not completely
 */
function drawFormula(tex: string, isDisplay: boolean): Element | undefined {
  if (DEFINITION.test(tex)) {
    return undefined;
  }
  try {
    const tree: TemmlNode = temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      // Long formulas within text break at their operators.
      wrap: 'tex',
      maxExpand: MAX_MACROS,
      maxSize: MAX_SIZE,
    });
    const fragment = document.createDocumentFragment();
    appendNode(fragment, tree, { nodes: 0 }, 0);
    return fragment.firstElementChild ?? undefined;
  } catch {
    // Temml rejects what it doesn't know, `appendNode` what isn't allowed, and too deep a nesting exhausts the stack.
    return undefined;
  }
}

function appendNode(parent: Node, node: TemmlNode, count: { nodes: number }, depth: number): void {
  count.nodes++;
  if (count.nodes > MAX_NODES || depth > MAX_DEPTH) {
    throw new RangeError('The formula is too large');
  }
  if (node.text !== undefined) {
    parent.appendChild(document.createTextNode(node.text));
    return;
  }
  let target = parent;
  if (isPlaceholder(node)) {
    return;
  }
  if (node.type !== undefined) {
    target = parent.appendChild(createElement(node.type, node));
  } else if (!isFragment(node)) {
    throw new TypeError('Not MathML');
  }
  for (const child of node.children ?? []) {
    appendNode(target, child, count, depth + 1);
  }
}

/** Temml's other nodes without a type are HTML elements, which have attributes or an address. */
function isFragment(node: TemmlNode): boolean {
  return node.attributes === undefined && !('href' in node) && !('src' in node);
}

/** Temml numbers equations with a style sheet: in the place of a number, its tree has an empty HTML element. */
function isPlaceholder({ type, attributes, children }: TemmlNode): boolean {
  const isEmpty = attributes !== undefined && Object.keys(attributes).length === 0 && children?.length === 0;
  return type === undefined && isEmpty;
}

function createElement(name: string, { attributes = {}, classes = [], style = {} }: TemmlNode): Element {
  const isKnown = classes.every((each) => each === '' || CLASSES.test(each));
  if (!ELEMENTS.has(name) || !isKnown) {
    throw new TypeError('Not allowed');
  }
  const created = document.createElementNS(MATHML, name) as MathMLElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (ATTRIBUTES.has(key) && VALUE.test(String(value))) {
      created.setAttribute(key, String(value));
    } else if (key === 'mathbackground' && name === 'mspace') {
      // A rule.
      created.setAttribute(key, 'currentcolor');
    }
  }
  for (const [key, value] of Object.entries(style)) {
    if (STYLES.has(key) && VALUE.test(String(value))) {
      Object.assign(created.style, { [key]: String(value) });
    }
  }
  if (classes.length > 0) {
    created.setAttribute('class', classes.filter((each) => each !== '').join(' '));
  }
  return created;
}
