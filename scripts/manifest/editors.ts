import type { Attribute, Package } from 'custom-elements-manifest'
import { findElement } from './manifest.ts'

/** The fields of package.json that editors show. */
export interface PackageFields {
  name: string
  version: string
  /** Where the documentation is. */
  homepage: string
}

/**
 * Returns custom data for VS Code, which then knows the tag and its attributes in HTML.
 *
 * @see https://github.com/microsoft/vscode-custom-data
 */
export function createCustomData(manifest: Package, { homepage }: PackageFields): object {
  const { tagName, description, attributes = [] } = findElement(manifest)
  return {
    version: 1.1,
    tags: [
      {
        name: tagName,
        description: toMarkup(description),
        attributes: attributes.map((attribute) => ({
          name: attribute.name,
          description: toMarkup(addDefault(attribute)),
          ...listValueNames(attribute),
        })),
        references: [{ name: 'Documentation', url: homepage }],
      },
    ],
  }
}

/** Returns custom data for VS Code, which then knows custom properties and parts in CSS. */
export function createCssCustomData(manifest: Package): object {
  const { cssProperties = [], cssParts = [] } = findElement(manifest)
  return {
    version: 1.1,
    properties: cssProperties.map((property) => ({
      name: property.name,
      description: toMarkup(addDefault(property)),
    })),
    pseudoElements: cssParts.map(({ name, description }) => ({
      name: `::part(${name})`,
      description: toMarkup(description),
    })),
  }
}

/**
 * Returns web-types for JetBrains' editors: attributes and slots in HTML and Vue, properties and events in templates, and
 * custom properties and parts in CSS.
 *
 * @see https://github.com/JetBrains/web-types
 */
export function createWebTypes(
  manifest: Package,
  { name, version, homepage }: PackageFields,
): object {
  const element = findElement(manifest)
  const { tagName, description, attributes = [], events = [], members = [] } = element
  const { slots = [], cssProperties = [], cssParts = [] } = element
  const properties = members.filter((one) => one.kind === 'field' && !one.static)
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: tagName,
            description,
            'doc-url': homepage,
            attributes: attributes.map((attribute) => ({
              name: attribute.name,
              description: attribute.description,
              // Of a union of texts, the editor offers each.
              value: { type: attribute.type?.text ?? 'string', default: attribute.default },
            })),
            slots: slots.map(selectText),
            js: {
              properties: properties.map((property) => ({
                ...selectText(property),
                type: (property as { type?: { text: string } }).type?.text ?? 'unknown',
              })),
              events: events.map((event) => ({ ...selectText(event), type: event.type.text })),
            },
          },
        ],
      },
      css: {
        properties: cssProperties.map(selectText),
        'pseudo-elements': cssParts.map(({ name, description }) => ({
          name: `part(${name})`,
          description,
        })),
      },
    },
  }
}

const selectText = ({ name, description }: { name: string; description?: string }) => ({
  name,
  description,
})

/** Returns the values of an attribute that takes only some: those of a union of texts. */
export function listValues({ type }: Attribute): string[] {
  const parts = type?.text.split(' | ') ?? []
  return parts.every((part) => part.startsWith("'")) ? parts.map((part) => part.slice(1, -1)) : []
}

function listValueNames(attribute: Attribute): { values?: { name: string }[] } {
  const values = listValues(attribute)
  return values.length > 0 ? { values: values.map((name) => ({ name })) } : {}
}

function addDefault({
  description = '',
  default: defaultValue,
}: {
  description?: string
  default?: string
}): string {
  return defaultValue ? `${description}\n\nDefault: ${defaultValue}` : description
}

const toMarkup = (value: string | undefined) => ({ kind: 'markdown', value: value ?? '' })
