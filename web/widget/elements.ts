import { visibleText } from './read-view.ts';

type Attributes = Record<string, string | false | undefined>;
export type Child = Node | string | false | undefined | readonly Child[];

/** Creates an element with its children. Text never becomes markup, and invisible characters are escaped. */
export function h(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  for (const child of children.flat(9) as (Node | string | false | undefined)[])
    if (child) element.append(typeof child === 'string' ? visibleText(child) : child);
  return element;
}

/** Updates only what differs, so that a selection or the focus in the rest survives. */
export function update(shown: ParentNode, fresh: ParentNode): void {
  const places = [...shown.childNodes];
  const nodes = [...fresh.childNodes];
  for (const place of places.slice(nodes.length)) place.remove();
  nodes.forEach((node, index) => {
    const place = places[index];
    if (!place) shown.append(node);
    else if (!place.isEqualNode(node)) updateNode(place, node);
  });
}

function updateNode(place: ChildNode, node: ChildNode): void {
  const isElement = place instanceof Element && node instanceof Element;
  if (!isElement || place.nodeName !== node.nodeName || place.id !== node.id) {
    place.replaceWith(node);
    return;
  }
  for (const { name } of [...place.attributes, ...node.attributes]) {
    const value = node.getAttribute(name);
    if (value !== null) place.setAttribute(name, value);
    // `open` belongs to the reader.
    else if (name !== 'open') place.removeAttribute(name);
  }
  update(place, node);
}
