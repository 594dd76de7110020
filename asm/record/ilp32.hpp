
// ---- The device's integer types ----
//
// On the device, int32_t is long, a type distinct from int, and sfpi has overloads for both. From here on, int32_t and
// uint32_t mean two other 32-bit types that differ from int and unsigned. std::int32_t means the same types.
namespace sfpu_record {
using int32_of_device = wchar_t;
using uint32_of_device = char32_t;
}
using sfpu_int32_t = sfpu_record::int32_of_device;
using sfpu_uint32_t = sfpu_record::uint32_of_device;
namespace std {
using ::sfpu_int32_t;
using ::sfpu_uint32_t;
}
#define int32_t sfpu_int32_t
#define uint32_t sfpu_uint32_t

#endif
