/** What the shop sells. Prices live here, in the shop's own backend, and nowhere else. */
export interface Product {
  sku: string
  name: string
  /** US cents. */
  price: bigint
  /**
   * The way it is sold. `charge`: a button has the backend make a charge, and a page of its own takes
   * the money. `order`: the checkout on the product's page orders through the proxy.
   */
  way: 'charge' | 'order'
  /** One sentence for the shop window. */
  line: string
  story: string
  facts: readonly (readonly [name: string, value: string])[]
  /** Path of the picture. */
  picture: string
  /** What the picture shows, for those who do not see it. */
  alt: string
}

export const products: readonly Product[] = [
  {
    sku: 'mug',
    name: 'Morning mug',
    price: 1999n,
    way: 'charge',
    line: 'Oat glaze over speckled stoneware.',
    story:
      'Thrown in one piece and dipped by hand, so no two glaze lines are alike. The foot is left bare: it is warm to hold and kind to the table.',
    facts: [
      ['Holds', '320 ml'],
      ['Made of', 'Stoneware, fired at 1240 °C'],
      ['Care', 'Dishwasher and microwave safe'],
    ],
    picture: '/mug.svg',
    alt: 'A stoneware mug with an oat-colored glaze and a bare, speckled foot',
  },
  {
    sku: 'bowl',
    name: 'Field bowl',
    price: 3450n,
    way: 'order',
    line: 'Celadon, for soup and for peaches.',
    story:
      'A wide, quiet bowl. Three coats of ash celadon pool at the bottom and break to straw at the rim. Fits a hand, stacks with its kin.',
    facts: [
      ['Measures', '18 cm across, 7 cm high'],
      ['Made of', 'Stoneware, ash celadon'],
      ['Care', 'Dishwasher and oven safe'],
    ],
    picture: '/bowl.svg',
    alt: 'A wide bowl in green celadon glaze with a bare foot',
  },
]

/** The product of a stock-keeping unit. */
export function findProduct(sku: string): Product | undefined {
  return products.find((product) => product.sku === sku)
}

/** US cents as an amount: `3450n` is `'34.50'`. */
export function dollars(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
