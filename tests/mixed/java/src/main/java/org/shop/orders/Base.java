package org.shop.orders;

abstract class Base {
    protected long version;
}

@interface Audited {
    String value() default "";
}
